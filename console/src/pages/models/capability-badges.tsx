import type { Model } from '@svc/sdk';
import { modelCatalogStrings } from '../../strings/model-catalog.ts';
import { Badge } from '../../ui/badge.tsx';
import { FILTER_CAPABILITIES } from './model-filter.ts';

const { capabilities: names } = modelCatalogStrings;

/** What people choose a model by. */
export function CapabilityBadges({ model: { capabilities } }: { readonly model: Model }) {
  return (
    <span className="flex flex-wrap gap-1">
      {FILTER_CAPABILITIES.filter((capability) => capabilities[capability]).map((capability) => (
        <Badge key={capability}>{names[capability]}</Badge>
      ))}
    </span>
  );
}
