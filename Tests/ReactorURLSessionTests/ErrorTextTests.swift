// The wording of every error of this module is pinned here.
