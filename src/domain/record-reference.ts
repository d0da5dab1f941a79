/** What a caller may call a record by: 1 to 128 of letters, digits and `._:@/-`. */
export const RECORD_REFERENCE = /^[A-Za-z0-9._:@/-]{1,128}$/;

/** What a reference must be, as it goes on after "must be". */
export const REFERENCE_FORM = '1 to 128 letters, digits and characters of ._:@/-';
