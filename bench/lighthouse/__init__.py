"""Google's Lighthouse over our pages, as a phone would open them."""
