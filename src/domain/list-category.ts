/** What a list is of: sanctions, politically exposed persons, or persons whom the police want. */
export const LIST_CATEGORIES = ['sanctions', 'pep', 'wanted'] as const;
export type ListCategory = (typeof LIST_CATEGORIES)[number];
