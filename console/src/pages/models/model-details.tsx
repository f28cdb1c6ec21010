import type { Model } from '@svc/sdk';
import { Check, Minus } from 'lucide-react';
import { hasPrice } from '../../api/has-price.ts';
import { writes } from '../../api/models.ts';
import { modelCatalogStrings } from '../../strings/model-catalog.ts';
import { CopyButton, CopyText } from '../../ui/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card } from '../../ui/page.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { LOCALE } from '../../ui/text/locale.ts';
import { useApiPaths } from '../../resources/models/api-paths.ts';
import { formatRate } from './model-price.ts';

const { details: words, columns, capabilities: names, ...catalog } = modelCatalogStrings;
type CapabilityName = keyof typeof names;

export function ModelDetails({ model }: { readonly model: Model }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <PriceCard model={model} />
      <LimitsCard model={model} />
      {writes(model) && <CapabilitiesCard model={model} />}
      <PathsCard model={model} />
    </div>
  );
}

function PriceCard({ model }: { readonly model: Model }) {
  const { pricing } = model;
  if (!hasPrice(pricing)) return <Card title={words.price}>{catalog.noPriceText}</Card>;
  const percent = new Intl.NumberFormat(LOCALE, { style: 'percent' }).format(pricing.batch_discount);
  return (
    <Card title={words.price} lead={catalog.perMillion}>
      <Facts
        facts={{
          [columns.input]: formatRate(pricing.input),
          ...(writes(model)
            ? {
                [columns.cached]: formatRate(pricing.cached_input),
                [columns.output]: formatRate(pricing.output),
              }
            : {}),
          [words.batch]: pricing.batch_discount > 0 ? words.batchOff(percent) : undefined,
        }}
      />
    </Card>
  );
}

function LimitsCard({ model }: { readonly model: Model }) {
  return (
    <Card title={words.limits}>
      <Facts
        facts={{
          [columns.model]: (
            <span className="-my-2 flex">
              <CopyText text={model.id} what={words.copyId} />
            </span>
          ),
          [words.context]: words.tokens(formatCount(model.context_window)),
          [words.maxOutput]: writes(model) ? words.tokens(formatCount(model.max_output_tokens)) : undefined,
          [words.family]: model.family,
          [words.retention]: model.zero_data_retention ? words.allowed : words.notAllowed,
        }}
      />
    </Card>
  );
}

function CapabilitiesCard({ model: { capabilities } }: { readonly model: Model }) {
  const { server_tools: serverTools, ...flags } = capabilities;
  const able: Readonly<Record<string, boolean>> = {
    ...flags,
    ...Object.fromEntries(serverTools.map((tool) => [tool, true])),
  };
  const all = Object.keys(names) as CapabilityName[];
  return (
    <Card title={words.capabilities}>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {all.map((name) => (
          <Ability key={name} name={names[name]} isAble={able[name] === true} />
        ))}
      </ul>
    </Card>
  );
}

function Ability({ name, isAble }: { readonly name: string; readonly isAble: boolean }) {
  const Icon = isAble ? Check : Minus;
  return (
    <li className={isAble ? 'flex items-center gap-2' : 'flex items-center gap-2 text-quiet'}>
      <Icon aria-hidden size={16} className={isAble ? 'text-good' : undefined} />
      <span>{name}</span>
      <span className="sr-only">{isAble ? words.yes : words.no}</span>
    </li>
  );
}

function PathsCard({ model }: { readonly model: Model }) {
  const paths = useApiPaths(model);
  return (
    <Card title={words.paths} lead={words.pathsLead(location.origin)}>
      <ul className="flex flex-col gap-1">
        {paths.map(({ name, path }) => (
          <li key={path} className="flex items-center justify-between gap-3">
            <div className="min-w-0">
              <p>{name}</p>
              <code className="font-mono text-[13px] break-all text-quiet">{path}</code>
            </div>
            <CopyButton text={location.origin + path} what={words.copyPath(name)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
