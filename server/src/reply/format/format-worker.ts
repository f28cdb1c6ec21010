import { serveCalls } from '#threads';
import { checkText } from './check-text.ts';
import type { FormatAnswer, FormatJob } from './format-job.ts';
import { FormatValidators } from './format-validators.ts';

const validators = new FormatValidators();

serveCalls((job: FormatJob): FormatAnswer => checkText(job, validators));
