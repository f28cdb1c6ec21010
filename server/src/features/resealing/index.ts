/** Seals stored data again, with the keys that seal now (`svc reseal`). */
export { resealNext, type ResealPosition, type ResealStep } from './reseal-next.ts';
