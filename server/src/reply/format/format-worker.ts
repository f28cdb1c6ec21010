import { serveCalls } from '#threads';
import { checkText } from './check-text.ts';
import type { FormatAnswer, FormatJob } from './format-job.ts';
import { FormatValidators } from './format-validators.ts';

const validators = new FormatValidators();

serveCalls<FormatJob, FormatAnswer>((job) => checkText(job, validators));
