import { useNavigate } from '@tanstack/react-router';
import { requestStrings } from '../../strings/requests.ts';
import { Button } from '../../ui/button.tsx';
import { controlClass } from '../../ui/form/control-class.ts';
import { Form } from '../../ui/form/form.tsx';

const { open: words } = requestStrings;

/** To a request whose id one has from an answer or a log. */
export function OpenRequest({
  to,
}: {
  readonly to: '/requests/$requestId' | '/operator/requests/$requestId';
}) {
  const navigate = useNavigate();
  return (
    <Form
      onSubmit={(values) => {
        const requestId = values('id').trim();
        if (requestId !== '') void navigate({ to, params: { requestId } });
      }}
    >
      <div className="flex gap-2">
        <input
          aria-label={words.label}
          name="id"
          placeholder={words.placeholder}
          required
          maxLength={64}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          className={controlClass('w-44 font-mono text-[13px]')}
        />
        <Button type="submit">{words.submit}</Button>
      </div>
    </Form>
  );
}
