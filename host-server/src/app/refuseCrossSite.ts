import type { RequestHandler } from 'express';
import { ApiError } from '../shared/ApiError.ts';
import type { Addresses } from '../http/addresses.ts';

/**
 * Refuses writes that a browser sends on behalf of another origin, including our own published
 * pages. Clients other than browsers send neither header and pass.
 */
export function refuseCrossSite(addresses: Addresses): RequestHandler {
  return (request, _response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      next();
      return;
    }
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new ApiError('err_forbidden');
    const { origin, host } = request.headers;
    if (origin !== undefined && !addresses.isOwnOrigin(origin, host))
      throw new ApiError('err_forbidden');
    next();
  };
}
