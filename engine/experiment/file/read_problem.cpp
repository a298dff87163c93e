#include <algorithm>
#include <cmath>

#include "engine/data/text_lines.h"
#include "engine/experiment/file/read_blocks.h"
#include "engine/problem/loss/record_loss.h"
#include "engine/problem/saddle/saddle_hull.h"

namespace noisy {
namespace {

const std::vector<Field<GradientClip>>& gradient_clip_fields() {
  static const std::vector<Field<GradientClip>> kFields = {
      {{.name = "norm",
        .title = "Norm",
        .type = ParameterType::choice,
        .choices = word_ids<GradientClip::Norm>(),
        .default_value = word_for(GradientClip::Norm::l2),
        .description = "The norm in which each record's gradient is clipped."},
       &store<&GradientClip::norm>},
      {{.name = "bound",
        .title = "Bound",
        .type = ParameterType::number,
        .minimum = 0,
        .maximum = kLargest,
        .exclusive_minimum = true,
        .start = FormStart{1},
        .description = "Longer record gradients are scaled down to this norm."},
       &store<&GradientClip::bound>}};
  return kFields;
}

/// A positive number, or the rule by which the engine finds the constant.
template <ConstantSpec ConstantsSpec::*Member>
Result<void> store_constant(const Json& value, const FieldPlace& at, ConstantsSpec& constants) {
  Result<ParameterValue> checked = check_value(value, at.path, at.spec, ErrorCode::unknown_name);
  if (!checked) return std::unexpected(std::move(checked.error()));
  ConstantSpec& constant = constants.*Member;
  if (const double* number = std::get_if<double>(&*checked)) {
    constant = {ConstantRule::stated, *number};
  } else {
    constant = {*find_word<ConstantRule>(std::get<std::string>(*checked)), 0};
  }
  return {};
}

ParameterSpec ruled_constant(std::string name, double start, std::string description) {
  return {.name = std::move(name),
          .type = ParameterType::number_or_choice,
          .minimum = 0,
          .maximum = kLargest,
          .exclusive_minimum = true,
          .choices = {"public-bound", "data-spectral", "paper-spectral"},
          .default_value = word_for(ConstantRule::public_bound),
          .start = FormStart{start},
          .description = std::move(description)};
}

ParameterSpec positive_constant(std::string name, std::string rule, std::string description) {
  return {.name = std::move(name),
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = kLargest,
          .exclusive_minimum = true,
          .default_rule = std::move(rule),
          .description = std::move(description)};
}

/// kappa, which every problem would satisfy if it were below 1.
ParameterSpec exponent_constant() {
  return {.name = "klExponent",
          .type = ParameterType::number,
          .minimum = 1,
          .maximum = kLargest,
          .default_rule = "that of the problem, where one is known",
          .description = "kappa of the KL condition; it goes with klConstant."};
}

Result<void> refuse_radius(const Json&, const FieldPlace& at, ConstantsSpec&) {
  return fail(ErrorCode::unsupported_option, at.path,
              "the domain has its own radius: give problem.domain");
}

const std::vector<Field<ConstantsSpec>>& constant_fields() {
  static const std::vector<Field<ConstantsSpec>> kFields = {
      {ruled_constant("smoothness", 1, "L, of the whole objective."),
       &store_constant<&ConstantsSpec::smoothness>},
      {ruled_constant("strongConvexity", 0.01, "mu, of the whole objective."),
       &store_constant<&ConstantsSpec::strong_convexity>},
      {positive_constant("plConstant", "the strong convexity",
                         "mu with |grad F|^2 >= 2 mu (F - F*), the Polyak-Lojasiewicz inequality, "
                         "of the whole objective."),
       &store<&ConstantsSpec::pl_constant>},
      {positive_constant("initialGap",
                         "the most that the loss at the start can be by the enforced bounds (ln 2 "
                         "for the logistic loss at 0); 10 where nothing bounds it",
                         "E_0, a public guess of F(x_0) - F*."),
       &store<&ConstantsSpec::initial_gap>},
      {positive_constant("distance", "1", "A public guess of ||x_0 - x*||_2."),
       &store<&ConstantsSpec::distance>},
      {positive_constant("klConstant", "that of the problem, where one is known",
                         "gamma with F - F* <= (gamma |grad F|)^kappa, the "
                         "Kurdyka-Lojasiewicz condition, of the whole objective; privacy never "
                         "rests on it."),
       &store<&ConstantsSpec::kl_constant>},
      {exponent_constant(), &store<&ConstantsSpec::kl_exponent>},
      {positive_constant("radius", "that of problem.domain", "Of the domain."), &refuse_radius}};
  return kFields;
}

template <typename Owner>
std::vector<ParameterSpec> specs_of(const std::vector<Field<Owner>>& fields) {
  std::vector<ParameterSpec> specs;
  for (const Field<Owner>& field : fields) {
    if (field.spec.name != "kind") specs.push_back(field.spec);
  }
  return specs;
}

template <typename Draft, const std::vector<Field<Draft>>& (*fields)()>
Result<Draft> read_nested(const Json& value, const std::string& path) {
  Draft draft;
  if (auto read = read_fields(value, path, fields(), draft); !read) {
    return std::unexpected(std::move(read.error()));
  }
  return draft;
}

Result<void> store_regularizer(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  auto regularizer = read_regularizer(value, at.path);
  if (!regularizer) return std::unexpected(std::move(regularizer.error()));
  problem.regularizer = *regularizer;
  return {};
}

Result<void> store_domain(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  auto domain = read_domain(value, at.path);
  if (!domain) return std::unexpected(std::move(domain.error()));
  problem.domain = *std::move(domain);
  return {};
}

Result<void> store_gradient_clip(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  auto draft = read_nested<GradientClip, &gradient_clip_fields>(value, at.path);
  if (!draft) return std::unexpected(std::move(draft.error()));
  problem.gradient_clip = *draft;
  return {};
}

Result<void> store_constants(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  auto draft = read_nested<ConstantsSpec, &constant_fields>(value, at.path);
  if (!draft) return std::unexpected(std::move(draft.error()));
  if (draft->kl_constant.has_value() != draft->kl_exponent.has_value()) {
    return fail(
        ErrorCode::missing_field,
        join_path(at.path, draft->kl_constant ? "klExponent" : "klConstant"),
        "is required: klConstant and klExponent are one condition, so give both or neither");
  }
  problem.constants = *draft;
  return {};
}

Result<void> store_loss(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  auto checked = check_value(value, at.path, at.spec, ErrorCode::unknown_name);
  if (!checked) return std::unexpected(std::move(checked.error()));
  problem.loss = find_loss(std::get<std::string>(*checked));
  return {};
}

/// Of the loss that was read before; what only other losses have is checked as they would.
Result<void> store_loss_parameter(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  const ParameterSpec* own = problem.loss->parameter(at.spec.name);
  auto checked = check_value(value, at.path, own ? *own : at.spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  if (own) problem.loss_parameters.set(own->name, *std::move(checked));
  return {};
}

/// The words of `kind` for problems of the gallery and for saddle problems.
constexpr std::string_view kGallery = "gallery";
constexpr std::string_view kSaddle = "saddle";

/// Problems of the gallery and saddle problems have a `name`, losses of the user's own data stand
/// in `loss`.
enum class Family { losses, gallery, saddles };

Family family_of(const LossEntry& loss) {
  if (loss.form == LossForm::saddle) return Family::saddles;
  return loss.form == LossForm::record ? Family::gallery : Family::losses;
}

std::vector<const LossEntry*> members(Family family) {
  std::vector<const LossEntry*> out;
  for (const LossEntry& loss : losses()) {
    if (family_of(loss) == family) out.push_back(&loss);
  }
  return out;
}

std::vector<std::string> ids_of(Family family) {
  std::vector<std::string> ids;
  for (const LossEntry* loss : members(family)) ids.push_back(loss->id);
  return ids;
}

/// The parameters of all of them, each name once.
std::vector<ParameterSpec> parameters_of(Family family) {
  std::vector<ParameterSpec> all;
  for (const LossEntry* entry : members(family)) {
    const LossEntry& loss = *entry;
    for (const ParameterSpec& spec : loss.parameters) {
      const bool is_known = std::ranges::find(all, spec.name, &ParameterSpec::name) != all.end();
      if (!is_known) all.push_back(spec);
    }
  }
  return all;
}

Result<void> ignore(const Json&, const FieldPlace&, ProblemSpec&) {
  return {};
}

Result<void> refuse_term(const Json&, const FieldPlace& at, ProblemSpec& problem) {
  return fail(ErrorCode::unsupported_option, at.path,
              "the saddle problem" + (problem.loss ? " \"" + problem.loss->id + "\"" : "") +
                  " brings its own domains for x and y, and constants that hold there: leave it "
                  "out");
}

/// Of problems that take one: which, is checked with their parameters.
Result<void> store_saddle_domain(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  return problem.loss->takes_hull ? store_domain(value, at, problem)
                                  : refuse_term(value, at, problem);
}

/// What other problems say of their objective.
void add_term_fields(Family family, std::vector<Field<ProblemSpec>>& fields) {
  if (family == Family::saddles) {
    for (const char* name : {"regularizer", "gradientClip", "constants"}) {
      fields.push_back({{.name = name, .default_rule = "the problem's own"}, &refuse_term});
    }
    fields.push_back(
        {{.name = "domain", .default_rule = "the problem's own"}, &store_saddle_domain});
    return;
  }
  fields.push_back({{.name = "regularizer", .default_rule = "none"}, &store_regularizer});
  fields.push_back(
      {{.name = "domain", .default_rule = family == Family::gallery ? "a ball around 0" : "all"},
       &store_domain});
  fields.push_back({{.name = "gradientClip", .default_rule = "none"}, &store_gradient_clip});
  fields.push_back({{.name = "constants", .default_rule = "public bounds"}, &store_constants});
}

std::vector<Field<ProblemSpec>> problem_fields(Family family) {
  std::vector<Field<ProblemSpec>> fields;
  if (family != Family::losses) {
    const bool is_gallery = family == Family::gallery;
    fields.push_back({{.name = "kind"}, &ignore});  // it chose these fields
    fields.push_back({{.name = "name",
                       .title = is_gallery ? "a problem of the gallery" : "a saddle problem",
                       .type = ParameterType::choice,
                       .choices = ids_of(family)},
                      &store_loss});
  } else {
    fields.push_back({{.name = "loss",
                       .title = "the loss of one record",
                       .type = ParameterType::choice,
                       .choices = ids_of(family)},
                      &store_loss});
  }
  for (ParameterSpec& spec : parameters_of(family)) {
    fields.push_back({std::move(spec), &store_loss_parameter});
  }
  add_term_fields(family, fields);
  return fields;
}

/// Parameters of other losses.
Result<void> check_foreign(const Json& block, const std::string& path, const LossEntry& loss,
                           Family family) {
  for (const ParameterSpec& spec : parameters_of(family)) {
    if (!block.find(spec.name) || loss.parameter(spec.name)) continue;
    const std::string owner = family == Family::losses ? "the loss \"" : "the problem \"";
    return fail(ErrorCode::conflicting_fields, join_path(path, spec.name),
                owner + loss.id + "\" has no " + spec.name + ": leave it out");
  }
  return {};
}

/// What follows from being in closed form: a domain of its own, and no constants from the data.
Result<void> complete_gallery(const Json& block, const std::string& path, ProblemSpec& problem) {
  const ConstantsSpec& constants = problem.constants;
  const auto check = [&](const ConstantSpec& constant, const char* name) -> Result<void> {
    const bool is_allowed =
        constant.rule == ConstantRule::public_bound || constant.rule == ConstantRule::stated;
    if (is_allowed) return {};
    return fail(ErrorCode::unsupported_option, join_path(join_path(path, "constants"), name),
                "the problem's constants are known in closed form and need no data: leave it out, "
                "or state a number");
  };
  if (auto checked = check(constants.smoothness, "smoothness"); !checked) return checked;
  if (auto checked = check(constants.strong_convexity, "strongConvexity"); !checked) return checked;
  if (block.find("domain")) return {};
  const double radius = problem.loss->record(problem.loss_parameters)->default_radius();
  if (std::isfinite(radius)) problem.domain = {.kind = Domain::Kind::l2_ball, .radius = radius};
  return {};
}

/// Which fields the block has.
Result<Family> family_of(const Json& block, const std::string& path) {
  const Json* kind = block.find("kind");
  if (!kind) return Family::losses;
  if (kind->is_text() && kind->text() == kGallery) return Family::gallery;
  if (kind->is_text() && kind->text() == kSaddle) return Family::saddles;
  return fail(ErrorCode::unsupported_option, join_path(path, "kind"),
              "must be \"gallery\" or \"saddle\", with the \"name\" of a problem; for losses of "
              "records leave it out and give \"loss\"" +
                  (kind->is_text() ? " (it is " + quoted(kind->text()) + ")" : ""));
}

}  // namespace

std::vector<ParameterSpec> gradient_clip_parameters() {
  return specs_of(gradient_clip_fields());
}

std::vector<ParameterSpec> constant_parameters() {
  return specs_of(constant_fields());
}

Result<ProblemSpec> read_problem(const Json& block, const std::string& path) {
  const Result<Family> family = family_of(block, path);
  if (!family) return std::unexpected(family.error());
  ProblemSpec problem;
  if (auto read = read_fields(block, path, problem_fields(*family), problem); !read) {
    return std::unexpected(std::move(read.error()));
  }
  if (auto checked = check_foreign(block, path, *problem.loss, *family); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (auto fits = problem.loss->check_fit(problem.loss_parameters); !fits) {
    fits.error().field = join_path(path, fits.error().field);
    return std::unexpected(std::move(fits.error()));
  }
  if (*family == Family::gallery) {
    if (auto completed = complete_gallery(block, path, problem); !completed) {
      return std::unexpected(std::move(completed.error()));
    }
  }
  if (*family == Family::saddles && block.find("domain")) {
    auto checked = check_saddle_domain(*problem.loss, problem.loss_parameters, problem.domain);
    if (!checked) {
      checked.error().field = join_path(path, checked.error().field);
      return std::unexpected(std::move(checked.error()));
    }
  }
  Json without_constants = block;
  without_constants.erase("constants");
  problem.canonical = write_json(without_constants);
  return problem;
}

}  // namespace noisy
