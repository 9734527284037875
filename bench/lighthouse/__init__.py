"""Measures our pages with Google's Lighthouse, as a phone would open them."""
