import type { Sampling } from '#engine';
import { invalid, isAbsent, need, type CallParts, type Fields } from '#features/conversation';

/** Only on models that honour them (D-33). */
export function parseSeedAndPenalties(fields: Fields, parts: CallParts): Sampling {
  const presencePenalty = readPenalty(fields, 'presence_penalty', parts);
  const frequencyPenalty = readPenalty(fields, 'frequency_penalty', parts);
  const { seed } = fields;
  if (!isAbsent(seed)) {
    if (!Number.isSafeInteger(seed)) throw invalid('seed', 'seed must be a whole number.');
    need(parts, 'seed', 'unsupported_parameter', 'seed');
  }
  return {
    ...(presencePenalty === undefined ? {} : { presencePenalty }),
    ...(frequencyPenalty === undefined ? {} : { frequencyPenalty }),
    ...(isAbsent(seed) ? {} : { seed: seed as number }),
  };
}

function readPenalty(
  fields: Fields,
  name: 'presence_penalty' | 'frequency_penalty',
  parts: CallParts,
): number | undefined {
  const value = fields[name];
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'number' || value < -2 || value > 2)
    throw invalid(name, `${name} must be a number from -2 to 2.`);
  need(parts, 'penalties', 'unsupported_parameter', name);
  return value;
}
