"""The pages of an account: signing up and in, passkeys, closing."""
