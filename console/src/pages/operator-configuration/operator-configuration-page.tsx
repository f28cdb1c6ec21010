import { useQuery } from '@tanstack/react-query';
import type { EffectiveConfiguration } from '@svc/contract';
import { useDeferredValue, useMemo, useState } from 'react';
import { configurationOptions } from '../../api/operator-configuration.ts';
import { operatorStrings } from '../../strings/operator.ts';
import { CopyText } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatCount } from '../../ui/text/format.ts';
import { FileCard } from './file-card.tsx';
import { findSettings, flatSettings } from './flat-settings.ts';

const { configuration: words } = operatorStrings;

/** Every setting with its value, found by typing: a deployment has hundreds. */
export function OperatorConfigurationPage() {
  const { data, error, refetch } = useQuery(configurationOptions);
  return (
    <Page lead={words.lead}>
      <FileCard />
      {data && <Found state={data} />}
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonLines />)}
    </Page>
  );
}

function Found({ state: { digest, configuration } }: { readonly state: EffectiveConfiguration }) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const all = useMemo(() => flatSettings(configuration), [configuration]);
  const shown = useMemo(() => findSettings(all, wanted), [all, wanted]);
  return (
    <>
      <Card title={words.digest} lead={words.digestHint}>
        <CopyText text={digest} what={words.digest} />
      </Card>
      <div className="max-w-md">
        <TextField
          label={words.search}
          hint={words.searchHint}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <p role="status" className="text-[13px] text-quiet">
        {shown.length === 0 ? words.none : words.count(formatCount(shown.length), formatCount(all.length))}
      </p>
      {shown.length > 0 && (
        <dl aria-label={words.list} className="divide-y divide-line rounded-lg border border-line">
          {shown.map(({ path, value }) => (
            <div key={path} className="grid gap-x-6 px-4 py-2 font-mono text-[13px] sm:grid-cols-2">
              <dt className="min-w-0 break-words text-quiet">{path}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
