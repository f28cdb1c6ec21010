/** Counts tokens when no engine has counted them: admission, estimates, the sandbox. */
export { countTokens } from './tokens/count-text.ts';
export { countPromptTokens, maxPromptTokens, promptBytes } from './tokens/count-prompt.ts';
export {
  countEachInBackground,
  countPromptTokensInBackground,
  countTokensInBackground,
} from './tokens/background.ts';
export { warmTokenizer } from './tokens/encoding.ts';
