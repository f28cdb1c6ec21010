/** Looks of a link that stands by itself, such as the one to the page a card is about. */
export const linkClass = 'rounded text-[13px] text-accent underline-offset-4 hover:underline';
