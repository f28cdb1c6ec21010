import { useNavigate } from '@tanstack/react-router';
import { FileSearch } from 'lucide-react';
import { requestStrings as words } from '../../strings/requests.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { FoundRequest } from './found-request.tsx';
import { requestsRoute } from './requests-route.ts';

export function RequestsPage() {
  const { id } = requestsRoute.useSearch();
  const navigate = useNavigate({ from: '/requests' });
  return (
    <Page title={words.title} lead={words.lead}>
      <Card>
        <Form onSubmit={(values) => void navigate({ search: { id: values('id').trim() } })}>
          <TextField
            key={id}
            label={words.id}
            hint={words.idHint}
            name="id"
            defaultValue={id}
            placeholder="req_…"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            maxLength={64}
            required
            className="font-mono"
          />
          <div>
            <Button type="submit" look="primary">
              {words.submit}
            </Button>
          </div>
        </Form>
      </Card>
      {id === undefined ? (
        <EmptyState icon={FileSearch} title={words.begin.title}>
          {words.begin.text}
        </EmptyState>
      ) : (
        <FoundRequest id={id} />
      )}
    </Page>
  );
}
