/** The most characters of a page's title. */
export const MAX_TITLE_LENGTH = 500;
/** The most characters of a page's description. */
export const MAX_DESCRIPTION_LENGTH = 2000;

/** Why a page's words were refused; the server answers with the same codes. */
export type PageWordsProblem = 'page_invalid_title' | 'page_invalid_description';

/** What is wrong with a page's title, or null ('Page title cannot exceed 500 characters'). */
export function checkPageTitle(title: string): 'page_invalid_title' | null {
  return title.length > MAX_TITLE_LENGTH ? 'page_invalid_title' : null;
}

/** What is wrong with a page's description, or null ('Page description cannot exceed 2000 characters'). */
export function checkPageDescription(description: string): 'page_invalid_description' | null {
  return description.length > MAX_DESCRIPTION_LENGTH ? 'page_invalid_description' : null;
}
