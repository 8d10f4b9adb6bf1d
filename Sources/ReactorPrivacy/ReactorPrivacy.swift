// This module contains only the privacy manifest of the modules that depend on it. The package manager requires a source.
