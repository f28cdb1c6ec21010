/** The description of the API. */
export { describeApi } from './describe-api.ts';
