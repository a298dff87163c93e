#include "engine/cli/command_line.h"

#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include "engine/cli/commands.h"
#include "engine/cli/error_line.h"
#include "engine/cli/exit_status.h"
#include "engine/cli/options.h"
#include "engine/cli/record_tables.h"
#include "engine/cli/work.h"
#include "engine/math/instruction_set.h"

namespace noisy {
namespace {

int report(const Error& error, cli::MessageStyle style) {
  const std::string line =
      cli::error_line(code_text(error.code), error.field, error.message, style);
  std::fprintf(stderr, "%s\n", line.c_str());
  return cli::exit_status(code_text(error.code));
}

Result<int> run_program(const std::vector<std::string>& words) {
  // No command for users: `npm run generate` asks for it.
  if (words == std::vector<std::string>{"describe-records"}) {
    std::puts(record_tables().c_str());
    return 0;
  }
  const auto arguments = cli::read_arguments(words);
  if (!arguments) return std::unexpected(arguments.error());
  if (std::string refused = math::refused_instruction_set(); !refused.empty()) {
    return fail(ErrorCode::unsupported_option, "NOISY_DESCENT_INSTRUCTION_SET", refused);
  }
  return cli::execute(*arguments);
}

}  // namespace

int run_command_line(int count, char** words) {
  const std::vector<std::string> list(words + 1, words + count);
  const cli::MessageStyle style = cli::message_style(
      cli::asks_for_json_errors(list) ? cli::ErrorFormat::json : cli::ErrorFormat::text);
  try {
    const auto done = run_program(list);
    return done ? *done : report(done.error(), style);
  } catch (const std::bad_alloc&) {
    return report({ErrorCode::out_of_memory, "", "memory ran out"}, style);
  }
}

}  // namespace noisy
