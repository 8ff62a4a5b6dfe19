import { moodImages } from './moodImages.ts';
import { otherImages } from './otherImages.ts';
import type { SampleImage } from './SampleImage.ts';
import { stageImages } from './stageImages.ts';

const IMAGES = { ...moodImages, ...otherImages, ...stageImages };

/** Name of a sample image; pages load it as `/assets/{name}.webp`. */
export type SampleImageName = keyof typeof IMAGES;

/** All images of the sample pages. */
export const SAMPLE_IMAGES: Readonly<Record<SampleImageName, SampleImage>> = IMAGES;
