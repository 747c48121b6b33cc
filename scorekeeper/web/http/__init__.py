"""What all pages share: addresses, cookies, headers, errors, formats. It knows no feature."""
