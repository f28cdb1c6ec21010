import { nameIn, searchParser, text, textThat } from '../../shell/search-parser.ts';
import { searchNames } from '../../strings/search-names.ts';

const HTTP_STATUS = /^[1-5]\d\d$/;
const AMOUNT = /^\d{1,7}(\.\d{1,9})?$/;

/** An outcome, or an HTTP status. */
export const requestStatus = textThat(
  (value) => Object.hasOwn(searchNames.outcomes, value) || HTTP_STATUS.test(value),
);
const instant = textThat((value) => !Number.isNaN(Date.parse(value)));

/** What an address or a form means, by the names of the filters; what makes no sense is no filter. */
export const parseRequestFilters = searchParser({
  status: requestStatus,
  code: text,
  model: text,
  key: text,
  person: text,
  workspace: text,
  from: instant,
  to: instant,
  latest: nameIn(searchNames.latestTimes),
  cost: textThat((value) => AMOUNT.test(value) && Number(value) > 0),
});
