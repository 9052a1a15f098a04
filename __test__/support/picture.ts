/** The address of the image that Tamis puts in the place of an image where the provider takes nothing else. */
export const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAASwAAAA0AQAAAAAY9DiaAAAAbUlEQVR42u2UUQqAMAxDc4Pc/5a9QaRrdfoh+BeVjbKR9RXCWgY9WYGFfQrjbXbP0IbpvVhQiHzAQFcdkqd7CyaKpESOSMctS+fmxYZPAo2VbUiAHxvmWb2esg4fFpieq/UlAV0mxIGtT/Vv2AYz6SrfDzq8MgAAAABJRU5ErkJggg==";
