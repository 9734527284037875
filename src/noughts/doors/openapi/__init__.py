"""The OpenAPI document of everything over HTTP."""
