#pragma once

namespace noisy {

/// The program noisy-descent as a function: a program that registers algorithms and losses of its
/// own (register_algorithm, register_loss) and then calls it is a noisy-descent that knows them.
/// Listens to interrupts while it runs; call it once.
///
/// @param count  how many words there are, the program's name included; at least 1
/// @param words  the command line, as main() gets it
/// @return the exit status: 0; 1 when the work failed or algorithms were refused; 2 when the input
///         was wrong
int run_command_line(int count, char** words);

}  // namespace noisy
