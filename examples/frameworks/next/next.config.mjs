/** @type {import("next").NextConfig} */
export default {
  // Its compiled addon is no file for a bundle.
  serverExternalPackages: ["tamis"],
};
