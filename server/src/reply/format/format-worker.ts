import { serveCalls } from '#threads';
import { checkText } from './check-text.ts';
import type { FormatResult, FormatJob } from './format-job.ts';
import { FormatValidators } from './format-validators.ts';

const validators = new FormatValidators();

serveCalls((job: FormatJob): FormatResult => checkText(job, validators));
