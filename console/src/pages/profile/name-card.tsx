import { useMutation, useQueryClient } from '@tanstack/react-query';
import { account } from '../../api/account.ts';
import { meOptions, useMe } from '../../api/session.ts';
import { profileStrings } from '../../strings/profile.ts';
import { Form } from '../../ui/form/form.tsx';
import { FormSave } from '../../ui/form/form-save.tsx';
import { Card } from '../../ui/page.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

const { name: words } = profileStrings;

export function NameCard() {
  const { user } = useMe();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (name: string) => {
      await account.rename(name);
      await queries.invalidateQueries({ queryKey: meOptions.queryKey });
      toast(words.saved);
    },
  });
  return (
    <Card title={words.title}>
      <Form
        refusal={save.error}
        className="max-w-md"
        onSubmit={(values) => save.mutate(values('name').trim())}
      >
        <TextField
          label={words.label}
          hint={words.hint}
          name="name"
          defaultValue={user.name}
          autoComplete="name"
          maxLength={100}
          required
          param="name"
        />
        <FormSave save={save} label={words.save} />
      </Form>
    </Card>
  );
}
