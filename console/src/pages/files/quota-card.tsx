import { useQuery } from '@tanstack/react-query';
import { fileQuotaOptions } from '../../api/files.ts';
import { fileStrings } from '../../strings/files.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Card } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { formatBytes, formatCount } from '../../ui/text/format.ts';

const { quota: words } = fileStrings;

export function QuotaCard({ workspaceId }: { readonly workspaceId: string }) {
  const { data: quota, error } = useQuery(fileQuotaOptions(workspaceId));
  return (
    <Card title={words.title}>
      {quota ? (
        <div className="grid gap-4 md:grid-cols-2">
          <Meter
            label={words.bytes}
            used={quota.bytes}
            limit={quota.bytes_limit}
            text={words.used(formatBytes(quota.bytes), formatBytes(quota.bytes_limit))}
          />
          <Meter
            label={words.files}
            used={quota.files}
            limit={quota.files_limit}
            text={words.used(formatCount(quota.files), formatCount(quota.files_limit))}
          />
        </div>
      ) : (
        (error && <FormError error={error} />) || <SkeletonLines />
      )}
    </Card>
  );
}
