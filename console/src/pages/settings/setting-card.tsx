import type { ConsoleClientCalls } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/console-api.ts';
import { organizationOptions } from '../../api/organization.ts';
import { meOptions } from '../../api/session.ts';
import { settingStrings as words } from '../../strings/settings.ts';
import { Form, type FormValues } from '../../ui/form/form.tsx';
import { FormSave } from '../../ui/form/form-save.tsx';
import { Card } from '../../ui/page.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

interface SettingCardProps {
  readonly title: string;
  readonly lead?: string;
  /** What was typed, as the change of the organization it asks for. */
  readonly changeOf: (values: FormValues) => ConsoleClientCalls['updateOrganization']['body'];
  /** The fields, given what the last try was refused with, by field. */
  readonly children: ReactNode;
}

/** Settings of the organization that are saved together. */
export function SettingCard({ title, lead, changeOf, children }: SettingCardProps) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (values: FormValues) => {
      await call('updateOrganization', { body: changeOf(values) });
      await Promise.all([
        queries.invalidateQueries(organizationOptions),
        queries.invalidateQueries(meOptions),
      ]);
      toast(words.saved);
    },
  });
  return (
    <Card title={title} lead={lead}>
      <Form className="max-w-xl" onSubmit={save.mutate} refusal={save.error}>
        {children}
        <FormSave save={save} label={words.save} />
      </Form>
    </Card>
  );
}
