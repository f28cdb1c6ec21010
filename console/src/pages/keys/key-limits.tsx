import { useSuspenseQuery } from '@tanstack/react-query';
import type { ApiKey, ApiKeyRestrictions } from '@svc/contract';
import { useState } from 'react';
import { restrictionsOptions } from '../../api/key-restrictions.ts';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Card } from '../../ui/page.tsx';
import { formatCents, formatCount, formatUsd } from '../../ui/text/format.ts';
import { formatDay } from '../../ui/text/format-time.ts';
import { EditLimitsDialog } from './edit-limits-dialog.tsx';
import { RATES } from './limit-fields.tsx';

const { limits: words } = keyStrings;

interface KeyLimitsProps {
  readonly apiKey: ApiKey;
  readonly mayChange: boolean;
}

/** What the key may do less than its workspace, and what is used of it. */
export function KeyLimits({ apiKey: key, mayChange }: KeyLimitsProps) {
  const { data: limits } = useSuspenseQuery(restrictionsOptions(key.id));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title={words.title}
      lead={words.lead}
      actions={mayChange && <Button onClick={() => setIsOpen(true)}>{words.edit}</Button>}
    >
      <div className="flex flex-col gap-5">
        {limits.monthly_budget_usd !== null && (
          <BudgetMeter limits={limits} budgetUsd={limits.monthly_budget_usd} />
        )}
        <LimitFacts limits={limits} />
      </div>
      {isOpen && <EditLimitsDialog apiKey={key} limits={limits} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

interface BudgetMeterProps {
  readonly limits: ApiKeyRestrictions;
  readonly budgetUsd: string;
}

function BudgetMeter({ limits: { spent_usd: spent, resets_at: resetsAt }, budgetUsd }: BudgetMeterProps) {
  const resets = words.resets(formatDay(resetsAt));
  const isSpent = Number(spent) >= Number(budgetUsd);
  return (
    <div className="max-w-xl">
      <Meter
        label={words.budget}
        used={Number(spent)}
        limit={Number(budgetUsd)}
        text={words.of(formatCents(spent), formatCents(budgetUsd))}
        exact={words.of(formatUsd(spent), formatUsd(budgetUsd))}
        note={isSpent ? <span className="font-medium text-danger">{words.spent(resets)}</span> : resets}
      />
    </div>
  );
}

function LimitFacts({ limits }: { readonly limits: ApiKeyRestrictions }) {
  const { allowed_models: models, monthly_budget_usd: budget } = limits;
  const rates = RATES.map((name) => [words.rates[name], limits[name]] as const);
  const isFree = models.length === 0 && budget === null && rates.every(([, rate]) => rate === null);
  if (isFree) return <p className="text-quiet">{words.unlimited}</p>;
  return (
    <Facts
      facts={{
        [words.models]: models.length === 0 ? words.allModels : models.join(', '),
        [words.budget]: budget === null ? words.none : undefined,
        ...Object.fromEntries(
          rates.map(([name, rate]) => [name, rate === null ? words.none : formatCount(rate)]),
        ),
      }}
    />
  );
}
