"""Login by an OpenID Connect provider, if the operator names one."""
