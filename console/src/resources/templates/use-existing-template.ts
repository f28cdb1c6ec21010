import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PromptTemplate } from '@svc/contract';
import { useState } from 'react';
import { hasCode } from '../../api/failure.ts';
import { templateOptions } from '../../api/prompts.ts';

/** What a name can begin with. Others are for the service to refuse; `..` would not even reach it. */
const ASKABLE = /^[a-z0-9]/;

export interface ExistingTemplate {
  /** The template that has the name. */
  readonly existing: PromptTemplate | undefined;
  /** Looks a name up; an empty one takes back what was found. */
  readonly look: (name: string) => void;
  /** Whether a save under this name is meant: no template has it, or the person has seen that one does. */
  readonly confirm: (name: string) => Promise<boolean>;
}

/** For forms of new templates: a name that exists would get a new version, so the form asks first. */
export function useExistingTemplate(workspaceId: string): ExistingTemplate {
  const queries = useQueryClient();
  const [asked, setAsked] = useState('');
  const { data } = useQuery({
    ...templateOptions(workspaceId, asked),
    enabled: ASKABLE.test(asked),
    retry: false,
  });
  // A template is found by its id, too.
  const existing = data?.name === asked ? data : undefined;
  const confirm = async (name: string): Promise<boolean> => {
    if (existing?.name === name || !ASKABLE.test(name)) return true;
    try {
      const found = await queries.fetchQuery(templateOptions(workspaceId, name));
      if (found.name !== name) return true;
    } catch (cause) {
      if (hasCode(cause, 'prompt_template_not_found')) return true;
      throw cause;
    }
    setAsked(name);
    return false;
  };
  return { existing, look: setAsked, confirm };
}
