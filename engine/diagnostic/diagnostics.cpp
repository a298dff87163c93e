#include <algorithm>
#include <utility>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/diagnostic/built_in_diagnostics.h"

namespace noisy {
namespace {

Registry<DiagnosticEntry>& registry() {
  static Registry<DiagnosticEntry> all({
#define NOISY_ENTRY(name) name##_diagnostic(),
      NOISY_DIAGNOSTICS(NOISY_ENTRY)
#undef NOISY_ENTRY
  });
  return all;
}

}  // namespace

const std::deque<DiagnosticEntry>& diagnostics() {
  return registry().entries();
}

const DiagnosticEntry* find_diagnostic(std::string_view id) {
  return registry().find(id);
}

Result<void> register_diagnostic(DiagnosticEntry entry) {
  if (!entry.meter) {
    return fail(ErrorCode::invalid_value, "meter", "\"" + entry.id + "\" needs a meter");
  }
  const std::string column = column_name(entry.id);
  for (const AlgorithmEntry& algorithm : algorithms()) {
    if (std::ranges::find(algorithm.columns, column, &StepColumn::name) ==
        algorithm.columns.end()) {
      continue;
    }
    return fail(ErrorCode::invalid_value, "id",
                "steps of \"" + algorithm.id + "\" tell a \"" + column + "\": choose another id");
  }
  return registry().add(std::move(entry));
}

bool is_measured(const DiagnosticEntry& diagnostic, const AlgorithmEntry& algorithm,
                 bool is_private) {
  if (diagnostic.needs.noise && !is_private) return false;
  const std::string_view view = diagnostic.needs.view;
  return view.empty() || tells(algorithm, view);
}

std::string column_name(std::string_view id) {
  std::string out;
  bool is_new = false;
  for (const char c : id) {
    if (c == '-') {
      is_new = true;
    } else {
      out += std::exchange(is_new, false) && c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    }
  }
  return out;
}

}  // namespace noisy
