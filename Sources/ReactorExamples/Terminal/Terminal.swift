// Arguments, terminal and progress shared by the example programs.
