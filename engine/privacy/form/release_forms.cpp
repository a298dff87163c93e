#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "engine/privacy/form/optional_forms.h"

namespace noisy {
namespace {

/// The engine's own kinds.
std::vector<const ReleaseForm*> own_forms() {
  std::vector<const ReleaseForm*> forms = {gradient_form()};
  std::ranges::copy(optional_forms(), std::back_inserter(forms));
  return forms;
}

const std::vector<const ReleaseForm*>& built_in_forms() {
  static const std::vector<const ReleaseForm*> kForms = own_forms();
  return kForms;
}

std::vector<const ReleaseForm*>& all_forms() {
  static std::vector<const ReleaseForm*> forms = built_in_forms();
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
