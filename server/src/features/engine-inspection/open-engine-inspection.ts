import type { Generation } from '#engine';
import type { Store } from '#store';
import { RestoredKeys } from './restored-keys.ts';

interface EngineInspectionParts {
  readonly db: Store['db'];
  readonly generation: Generation;
}

export function openEngineInspection({ db, generation }: EngineInspectionParts) {
  return { restoredKeys: new RestoredKeys(db, generation) };
}
