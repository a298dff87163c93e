#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "engine/privacy/form/anchored.h"
#include "engine/privacy/form/minimizer.h"
#include "engine/privacy/form/solution.h"
#include "engine/privacy/form/vertex.h"

namespace noisy {
namespace {

/// The engine's own kinds, a line each.
std::span<const ReleaseForm* const> built_in_forms() {
  static const std::array kForms = {gradient_form(), variance_reduced_form(), difference_form(),
                                    anchor_form(),   solution_form(),         vertex_form(),
                                    minimizer_form()};
  return kForms;
}

std::vector<const ReleaseForm*>& all_forms() {
  static std::vector<const ReleaseForm*> forms(built_in_forms().begin(), built_in_forms().end());
  return forms;
}

}  // namespace

std::span<const ReleaseForm* const> release_forms() {
  return all_forms();
}

const ReleaseForm* find_release_form(std::string_view id) {
  const auto found = std::ranges::find(all_forms(), id, &ReleaseForm::id);
  return found == all_forms().end() ? nullptr : *found;
}

Result<void> register_release_form(const ReleaseForm& form) {
  if (find_release_form(form.id())) {
    return fail(ErrorCode::invalid_value, "form",
                "there is a kind of release called \"" + std::string(form.id()) + "\" already");
  }
  all_forms().push_back(&form);
  return {};
}

bool is_built_in(const ReleaseForm& form) {
  return std::ranges::find(built_in_forms(), &form) != built_in_forms().end();
}

}  // namespace noisy
