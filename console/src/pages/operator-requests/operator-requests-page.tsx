import { useNavigate } from '@tanstack/react-router';
import { operatorStrings } from '../../strings/operator.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Card, Page } from '../../ui/page.tsx';

const { requests: words } = operatorStrings;

/** To a model call whose id one has from an answer or a log. */
export function OperatorRequestsPage() {
  const navigate = useNavigate();
  return (
    <Page title={words.title} lead={words.lead}>
      <Card>
        <Form
          className="max-w-xl"
          onSubmit={(values) => {
            const requestId = values('id').trim();
            if (requestId !== '')
              void navigate({ to: '/operator/requests/$requestId', params: { requestId } });
          }}
        >
          <TextField
            label={words.id}
            name="id"
            placeholder={words.placeholder}
            required
            maxLength={64}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            className="font-mono text-[13px]"
          />
          <div>
            <Button type="submit" look="primary">
              {words.open}
            </Button>
          </div>
        </Form>
      </Card>
    </Page>
  );
}
