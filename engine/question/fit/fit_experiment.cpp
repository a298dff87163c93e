#include <algorithm>
#include <array>

#include "engine/data/text_lines.h"
#include "engine/experiment/file/fields.h"
#include "engine/experiment/file/sweep.h"
#include "engine/question/fit/fit_request.h"
#include "engine/question/fit/request_field.h"
#include "engine/question/recommend/recommend.h"
#include "engine/question/trial/trial_point.h"

namespace noisy {
namespace {

enum class Role { number, category, ordered, ignore };
constexpr std::array<std::string_view, 4> kRoles = {"number", "category", "ordered", "ignore"};

/// What a column's coarse range is where nobody states one: prices in any currency lie in it, and
/// its candidates tell scales down to 0.001 apart.
constexpr double kCoarseRange = 1e9;

/// Fields of a column of a role, beside the role itself.
std::vector<std::string> fields_of(Role role) {
  switch (role) {
    case Role::number:
      return {"lower", "upper", "missing", "indicator"};
    case Role::category:
    case Role::ordered:
      return {"words", "other", "missing", "indicator", "edges"};
    case Role::ignore:
      return {};
  }
  return {};
}

/// A column as the request states it.
struct StatedColumn {
  Role role = Role::number;
  Json fields = Json::object();  ///< of its entry in data.columns, but for its name

  bool has_words() const { return fields.find("words") != nullptr; }
  bool has_range() const { return fields.find("lower") != nullptr; }
  /// How many features become of it.
  std::size_t width() const {
    const bool has_indicator = fields.member("indicator") == Json(true);
    if (role != Role::category) return 1 + has_indicator;
    const std::size_t levels = has_words()
                                   ? fields.member("words").size() + (fields.find("other") ? 1 : 0)
                                   : fields.member("edges").size() + 1;
    return levels + has_indicator;
  }
};

Result<Role> role_of(const Json& column, const std::string& path) {
  const Json* role = column.find("role");
  if (!role) {
    return column.find("words") || column.find("edges") ? Role::category : Role::number;
  }
  const auto found = std::ranges::find_if(
      kRoles, [&](std::string_view word) { return role->is_text() && role->text() == word; });
  if (found != kRoles.end()) return static_cast<Role>(found - kRoles.begin());
  return fail(ErrorCode::invalid_value, path + ".role",
              "must be \"number\", \"category\", \"ordered\" or \"ignore\"");
}

Result<StatedColumn> read_stated(const Json& column, const std::string& path) {
  if (!column.is_object()) {
    return fail(ErrorCode::invalid_type, path,
                R"(must be an object such as {"role": "number", "lower": 0, "upper": 100})");
  }
  const Result<Role> role = role_of(column, path);
  if (!role) return std::unexpected(role.error());
  StatedColumn stated{.role = *role};
  const std::vector<std::string> known = fields_of(*role);
  for (const auto& [field, value] : column.members()) {
    if (field == "role") continue;
    if (std::ranges::find(known, field) == known.end()) {
      return fail(ErrorCode::unknown_field, path + "." + field,
                  "is no field of the role \"" +
                      std::string(kRoles[static_cast<std::size_t>(*role)]) + "\"." +
                      (known.empty() ? "" : known_words(field, known)));
    }
    stated.fields.set(field, value);
  }
  if (stated.has_range() != (stated.fields.find("upper") != nullptr)) {
    return fail(ErrorCode::missing_field, path + (stated.has_range() ? ".upper" : ".lower"),
                "state both ends of the range, or none to find it privately");
  }
  const bool is_coded = *role == Role::category || *role == Role::ordered;
  if (is_coded && !stated.has_words() && !stated.fields.find("edges")) {
    return fail(ErrorCode::missing_field, path + ".words",
                "list the words that the column may hold; \"other\" names all further ones");
  }
  if (is_coded) stated.fields.set("encode", *role == Role::category ? "one-hot" : "ordered");
  return stated;
}

/// The experiment with what the request sets.
Result<Json> with_set(const FitRequest& request, Json experiment) {
  for (const auto& [path, value] : request.set.members()) {
    if (put_value(experiment, path, value)) continue;
    return fail(
        ErrorCode::invalid_value, "set." + path,
        "leads nowhere in the experiment: a path is such as \"problem.regularizer.strength\" or "
        "\"algorithms.0.parameters.iterations\"");
  }
  return experiment;
}

/// Whether the experiment's method can be planned as it asks.
bool is_planned(const Json& experiment, const StatedShape& shape) {
  const auto point = trial_point(experiment, shape, TrialDepth::plans);
  return point && !point->plans.algorithms.empty() && point->plans.algorithms.front();
}

/// A method that nobody plays keeps its own defaults, beside the regularizer and the gradient clip
/// that are recommended for plain descent, as far as it takes them, and with floating noise where
/// it has no other. Where nothing helps, the experiment as it is, whose error says why.
Json with_own_defaults(Json experiment, const StatedShape& shape, int threads) {
  std::vector<Json> problems = {experiment.member("problem")};
  Json descent = experiment;
  descent.set("algorithms", Json::array({Json::object({{"id", "dp-gd"}})}));
  if (const auto given = read_experiment_tree(descent)) {
    const auto found = recommend(*given, {.shape = shape, .threads = threads});
    if (found) {
      Json problem = found->experiment.member("problem");
      problems.insert(problems.begin(), problem);
      problem.erase("gradientClip");
      problems.insert(problems.begin() + 1, std::move(problem));
    }
  }
  const Json& randomness = experiment.member("run").member("randomness");
  std::vector<Json> noises(2, randomness);
  noises[1].set("release", "floating");
  for (const Json& problem : problems) {
    for (const Json& noise : noises) {
      Json trial = experiment;
      trial.set("problem", problem);
      trial.find("run")->set("randomness", noise);
      if (is_planned(trial, shape)) return trial;
    }
  }
  return experiment;
}

/// Makes the experiment's blocks out of a request and a header.
class Writer {
 public:
  Writer(const FitRequest& request, const TableHead& head) : request_(request), head_(head) {}

  Result<Json> experiment() {
    if (auto checked = check_names(); !checked) return std::unexpected(checked.error());
    for (const std::string& name : head_.names) {
      if (name == request_.target) continue;
      if (auto added = add_feature(name); !added) return std::unexpected(added.error());
    }
    if (columns_.empty()) {
      return fail(ErrorCode::empty_data, "columns",
                  "every column beside the target is ignored: keep one at least");
    }
    if (auto added = add_target(); !added) return std::unexpected(added.error());
    Json experiment = Json::object(
        {{"version", 1},
         {"title", shortened("Fit of " + request_.target + " on " + request_.name)},
         {"data", data()},
         {"problem", problem()},
         {"privacy", privacy()},
         {"algorithms", Json::array({Json::object({{"id", request_.method.value_or("dp-gd")}})})},
         {"run", run()}});
    return with_set(request_, std::move(experiment));
  }

 private:
  /// Every column that the request names is one of the table's.
  Result<void> check_names() const {
    const auto times = std::ranges::count(head_.names, request_.target);
    if (times == 0) {
      return fail(ErrorCode::unknown_name, "target",
                  "the table has no column " + quoted(request_.target) + "." +
                      known_words(request_.target, head_.names));
    }
    for (const std::string& name : head_.names) {
      if (std::ranges::count(head_.names, name) > 1) {
        return fail(ErrorCode::invalid_value, name == request_.target ? "target" : "columns",
                    "two columns of the table are called " + quoted(name) + ": rename one");
      }
    }
    for (const auto& [name, column] : request_.columns.members()) {
      if (std::ranges::find(head_.names, name) == head_.names.end()) {
        return fail(ErrorCode::unknown_name, "columns." + name,
                    "the table has no such column." + known_words(name, head_.names));
      }
    }
    return {};
  }

  Result<StatedColumn> stated(const std::string& name) const {
    const Json* column = request_.columns.find(name);
    return column ? read_stated(*column, "columns." + name) : StatedColumn{};
  }

  Result<void> add_feature(const std::string& name) {
    Result<StatedColumn> column = stated(name);
    if (!column) return std::unexpected(column.error());
    const bool is_nameless = std::ranges::find(head_.nameless, name) != head_.nameless.end();
    if (is_nameless && !request_.columns.find(name)) {
      return fail(ErrorCode::missing_field, "columns." + name,
                  "the header has no name there, as above numbers of rows: say what the column is; "
                  "{\"role\": \"ignore\"} leaves it out");
    }
    if (column->role == Role::ignore) return {};
    if (column->role == Role::number && !column->has_range()) {
      unranged_.push_back(static_cast<double>(features_));
    }
    features_ += column->width();
    columns_.push_back(entry(name, column->fields));
    return {};
  }

  static Json entry(const std::string& name, const Json& fields) {
    Json out = Json::object({{"name", name}});
    for (const auto& [field, value] : fields.members()) out.set(field, value);
    return out;
  }

  /// What the target is decides the loss.
  Result<void> add_target() {
    Result<StatedColumn> column = stated(request_.target);
    if (!column) return std::unexpected(column.error());
    const std::string path = "columns." + request_.target;
    if (column->role == Role::ignore) {
      return fail(ErrorCode::invalid_value, path, "the target cannot be ignored");
    }
    if (!request_.positive.empty()) return {};
    if (request_.threshold) {
      columns_.push_back(
          entry(request_.target, Json::object({{"edges", Json::numbers({*request_.threshold})}})));
      return {};
    }
    if (column->has_words()) {
      column->fields.erase("encode");
      const std::size_t words = column->fields.member("words").size();
      loss_ = words > 2 || column->fields.find("other") ? "softmax" : "logistic";
      columns_.push_back(entry(request_.target, column->fields));
      return {};
    }
    const bool is_number =
        request_.regression || column->has_range() || request_.columns.find(request_.target);
    if (!is_number) {
      return fail(ErrorCode::missing_field, "positive",
                  "say what " + quoted(request_.target) +
                      " is: the word that counts as yes; or, under \"columns\", its \"words\" "
                      "where it has several classes; or \"regression\": true for a number");
    }
    loss_ = "squared";
    if (!column->has_range()) {
      is_target_unranged_ = true;
      return {};
    }
    target_range_ = Json::object({{"kind", "scale-target"},
                                  {"lower", column->fields.member("lower")},
                                  {"upper", column->fields.member("upper")}});
    return {};
  }

  Json data() const {
    Json out = Json::object({{"kind", "file"}, {"name", request_.name}, {"format", "csv"}});
    if (request_.encoding == TextEncoding::latin1) out.set("encoding", "latin1");
    if (head_.delimiter != ',') {
      out.set("delimiter", head_.delimiter == kBlanks ? "blanks" : std::string(1, head_.delimiter));
    }
    if (request_.decimal == ',') out.set("decimal", ",");
    out.set("header", "yes");
    out.set("target", request_.target);
    if (!request_.positive.empty()) out.set("positive", Json::texts(request_.positive));
    out.set("columns", Json::array(columns_));
    out.set("preprocess", preprocess());
    return out;
  }

  Json preprocess() const {
    std::vector<Json> steps;
    if (!unranged_.empty() || is_target_unranged_) {
      Json step = Json::object({{"kind", "private-ranges"},
                                {"lower", -kCoarseRange},
                                {"upper", kCoarseRange},
                                {"share", request_.ranges_share}});
      if (is_target_unranged_) step.set("of", unranged_.empty() ? "target" : "both");
      if (!unranged_.empty() && unranged_.size() < features_) {
        step.set("columns", Json::numbers(unranged_));
      }
      steps.push_back(std::move(step));
    }
    if (target_range_) steps.push_back(*target_range_);
    steps.push_back(Json::object({{"kind", "add-intercept"}, {"value", 1}}));
    if (request_.hold_out > 0) {
      steps.push_back(
          Json::object({{"kind", "hold-out"}, {"share", request_.hold_out}, {"seed", 1}}));
    }
    return Json::array(std::move(steps));
  }

  Json problem() const { return Json::object({{"loss", loss_}}); }

  Json privacy() const {
    const bool is_pure = request_.delta == 0.0;
    Json out =
        Json::object({{"notion", is_pure ? "pure" : "approximate"}, {"epsilon", request_.epsilon}});
    if (!is_pure) out.set("delta", request_.delta.value_or(default_delta(1)));
    return out;
  }

  Json run() const {
    std::vector<Json> figures;
    const auto add = [&](std::initializer_list<const char*> names) {
      for (const std::string name : names) {
        figures.emplace_back(request_.hold_out > 0 ? "held-out-" + name : name);
      }
    };
    if (loss_ == "squared") add({"r2", "mean-squared-error"});
    if (loss_ != "squared") add({"accuracy", "balanced-accuracy", "log-loss"});
    if (loss_ == "logistic") add({"auc"});
    // The gap, and with it the figures of the optimum without privacy.
    figures.emplace_back("suboptimality");
    Json out =
        Json::object({{"repeats", 1},
                      {"randomness", Json::object({{"mode", "secure"}, {"release", "hardened"}})},
                      {"trace", Json::object({{"points", 2}})},
                      {"diagnostics", Json::array(std::move(figures))}});
    if (request_.private_score) out.set("privateScore", Json::object());
    return out;
  }

  const FitRequest& request_;
  const TableHead& head_;
  std::vector<Json> columns_;
  std::vector<double> unranged_;  ///< features whose ranges are found privately
  bool is_target_unranged_ = false;
  std::size_t features_ = 0;
  std::string loss_ = "logistic";
  std::optional<Json> target_range_;
};

}  // namespace

Result<Json> fit_experiment(const FitRequest& request, const TableHead& head) {
  return Writer(request, head).experiment();
}

namespace {

Result<Json> completed(const FitRequest& request, Json experiment, const StatedShape& shape,
                       int threads) {
  Json* privacy = experiment.find("privacy");
  const bool has_delta = privacy && privacy->member("delta").is_number();
  if (!request.delta && has_delta) {
    privacy->set("delta",
                 std::min(privacy->member("delta").number(), default_delta(shape.samples)));
  }
  Result<Json> set = with_set(request, std::move(experiment));
  if (!set) return set;
  const Result<Experiment> given = read_experiment_tree(*set);
  if (!given) return std::unexpected(given.error());
  const bool is_played =
      !request.method || *request.method == "dp-gd" || *request.method == "dp-hb";
  if (!is_played) return with_own_defaults(*std::move(set), shape, threads);
  const auto found =
      recommend(*given, {.shape = shape, .method = request.method, .threads = threads});
  if (found) return found->experiment;
  // What is stated of the method cannot be played.
  if (found.error().field.starts_with("algorithms.")) {
    return with_own_defaults(*std::move(set), shape, threads);
  }
  return std::unexpected(found.error());
}

}  // namespace

Result<Json> complete_fit(const FitRequest& request, Json experiment, const StatedShape& shape,
                          int threads) {
  const Json data = experiment.member("data");
  Result<Json> whole = completed(request, std::move(experiment), shape, threads);
  if (!whole) return std::unexpected(at_request_field(whole.error(), data));
  return whole;
}

}  // namespace noisy
