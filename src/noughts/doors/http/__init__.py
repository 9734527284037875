"""Shared by all HTTP doors: the protocol with its limits, authentication, errors, health checks."""
