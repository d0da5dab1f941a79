/** A file of names as the page shows it; the command line reads the same. */
export const EXAMPLE_FILE = 'name,type,dob\nJane Q. Example,Individual,1970-01-31\nExample Trading Ltd,Organization,';
