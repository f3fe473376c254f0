// The browser comes from a registry package or the system: an install script must not download one.
module.exports = { skipDownload: true };
