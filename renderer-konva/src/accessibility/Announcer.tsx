import type { ReactNode } from 'react';
import type { Editor } from '@cobble/engine';
export function Announcer(_props: { readonly editor: Editor }): ReactNode {
  return null;
}
