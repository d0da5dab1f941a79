/** Between the 8 characters that NIST SP 800-63B-4 §3.1.1.2 asks beside a second factor and the 15 of a password alone. */
export const MIN_PASSWORD = 12;
