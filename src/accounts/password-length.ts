/** Between two lengths of NIST SP 800-63B-4 §3.1.1.2: 8 characters beside a second factor, 15 for a password alone. */
export const MIN_PASSWORD = 12;
