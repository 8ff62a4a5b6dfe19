import { UPLOAD_TYPES } from './uploadProblem.ts';

/** Opens the system's file dialog for an image. Returns an empty list if none was chosen. */
export function chooseImage(): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = UPLOAD_TYPES.join(',');
    input.dataset['cobble'] = 'image-file';
    input.style.display = 'none';
    const finish = () => {
      resolve([...(input.files ?? [])]);
      input.remove();
    };
    input.addEventListener('change', finish);
    input.addEventListener('cancel', finish);
    document.body.append(input);
    input.click();
  });
}
