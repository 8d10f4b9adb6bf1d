// The texts of all errors of this module.
