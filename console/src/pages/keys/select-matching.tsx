import type { ApiKey } from '@svc/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readAllKeys, type ApiKeyFilters } from '../../api/api-keys.ts';
import { errorSentence } from '../../api/failure.ts';
import { keyStrings } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { formatCount } from '../../ui/text/format.ts';

const { bulk: words } = keyStrings;

interface SelectMatchingProps {
  readonly filters: ApiKeyFilters;
  readonly onSelect: (keys: readonly ApiKey[]) => void;
}

/** Selects every key that the filters let through, those too that are not loaded yet. */
export function SelectMatching({ filters, onSelect }: SelectMatchingProps) {
  const [count, setCount] = useState(0);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const read = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      return readAllKeys(filters, { signal: stop.current.signal, onPage: setCount });
    },
    onSuccess: onSelect,
    onError: (cause) => {
      if (!stop.current.signal.aborted) toast(errorSentence(cause), 'danger');
    },
  });
  return (
    <Button look="quiet" busy={read.isPending} onClick={() => read.mutate()}>
      {read.isPending ? words.selecting(formatCount(count)) : words.selectMatching}
    </Button>
  );
}
