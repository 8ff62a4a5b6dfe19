import { moodPictures } from './moodPictures.ts';
import { otherPictures } from './otherPictures.ts';
import type { SamplePicture } from './SamplePicture.ts';
import { stagePictures } from './stagePictures.ts';

const PICTURES = { ...moodPictures, ...otherPictures, ...stagePictures };

/** A sample picture's name; pages load it as `/assets/{name}.webp`. */
export type SamplePictureName = keyof typeof PICTURES;

/** All pictures of the sample pages. */
export const SAMPLE_PICTURES: Readonly<Record<SamplePictureName, SamplePicture>> = PICTURES;
