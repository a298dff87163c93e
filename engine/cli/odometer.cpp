#include "engine/cli/odometer.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "engine/json/vocabulary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/notion.h"

namespace noisy::cli {
namespace {

/// delta at which rho is told where no run states one.
constexpr double kUsualDelta = 1e-6;

/// What the secure runs on one file cost together.
struct Spent {
  double runs = 0;
  double estimates = 0;  ///< of constants
  double epsilon = 0;
  double delta = 0;
  double rho = 0;
  double zeroed_rho = 0;  ///< rho of runs whose neighbours have a record zeroed out
  double rho_delta = 0;   ///< at which rho is converted; 0: none stated
  bool is_bounded = true;
  bool is_for_zeroed = false;  ///< all of them are for a record that is zeroed out
};

/// A record is replaced in two steps, each of which zeroes one out: what is rho-zCDP for one step
/// is 4 rho-zCDP for both (Bun and Steinke 2016, Proposition 1.9).
constexpr double kTwoStepsRho = 4;

bool has_text(const Json& object, std::string_view name, std::string_view text) {
  const Json& value = object.member(name);
  return value.is_text() && value.text() == text;
}

double number_or_zero(const Json& object, std::string_view name) {
  const Json& value = object.member(name);
  return value.is_number() ? value.number() : 0;
}

/// Whether the total's rho stands for all of its cost: then it composes better than epsilon.
bool is_all_rho(const Json& total) {
  const Json& accountant = total.member("accountant");
  return total.member("rho").is_number() && accountant.is_text() &&
         accountant.text().starts_with("zcdp");
}

bool is_zeroed_out(const Json& object, std::string_view name) {
  return has_text(object, name, word_for(Neighbours::zero_out));
}

void add_entry(std::string_view line, Spent& spent) {
  const Result<Json> entry = parse_json(line);
  const bool is_entry = entry && entry->member("runs").is_number();
  spent.runs += is_entry ? entry->member("runs").number() : 1;
  spent.is_bounded &= is_entry && !(entry->member("bounded") == Json(false));
  if (!is_entry) return;
  spent.estimates += number_or_zero(*entry, "estimates");
  spent.epsilon += number_or_zero(*entry, "epsilon");
  const double delta = number_or_zero(*entry, "delta");
  const double rho = number_or_zero(*entry, "rho");
  (is_zeroed_out(*entry, "neighbours") ? spent.zeroed_rho : spent.rho) += rho;
  if (rho == 0) {
    spent.delta += delta;
  } else if (delta > 0) {
    spent.rho_delta = spent.rho_delta > 0 ? std::min(spent.rho_delta, delta) : delta;
  }
}

Spent read_journal(std::string_view journal) {
  Spent spent;
  while (!journal.empty()) {
    const std::size_t end = std::min(journal.find('\n'), journal.size());
    if (end > 0) add_entry(journal.substr(0, end), spent);
    journal.remove_prefix(std::min(end + 1, journal.size()));
  }
  spent.is_for_zeroed = spent.zeroed_rho > 0 && spent.rho == 0 && spent.epsilon == 0;
  const double rho = spent.rho + (spent.is_for_zeroed ? 1 : kTwoStepsRho) * spent.zeroed_rho;
  if (rho > 0) {
    const double delta = spent.rho_delta > 0 ? spent.rho_delta : kUsualDelta;
    spent.epsilon += zcdp_epsilon(rho, delta, ZcdpConversion::optimal);
    spent.delta += delta;
  }
  spent.is_bounded &= spent.delta < 1;
  return spent;
}

std::string counted(double count, const std::string& one) {
  std::string out = number_text(count);
  out += " ";
  out += one;
  return count == 1 ? out : out + "s";
}

/// For which neighbours it holds, where runs were counted for a record that is zeroed out.
std::string neighbours_text(const Spent& spent) {
  if (spent.zeroed_rho == 0) return "";
  if (spent.is_for_zeroed) return ", for a record that is zeroed out";
  return ", for a record that is replaced, which is zeroing out twice: runs for a record that is "
         "zeroed out count four times their rho";
}

/// A bound to six digits, rounded up but for what is rounding itself.
std::string bound_text(double bound) {
  constexpr int kDigits = 6;
  constexpr double kRounding = 1e-12;
  constexpr double kHalfOfLast = 5e-6;  // relative, of six digits, at most
  std::string text = significant_text(bound, kDigits);
  const bool is_bound = std::strtod(text.c_str(), nullptr) >= bound * (1 - kRounding);
  return is_bound ? text : significant_text(bound * (1 + kHalfOfLast), kDigits);
}

std::string sentence(const Spent& spent) {
  const std::string estimates = counted(spent.estimates, "estimate") + " of constants";
  std::string readers = counted(spent.runs, "secure run");
  if (spent.estimates > 0) readers = spent.runs > 0 ? readers + " and " + estimates : estimates;
  const std::string runs =
      readers + (spent.runs + spent.estimates == 1 ? " has" : " have") + " read this file so far";
  if (!spent.is_bounded) {
    return runs + "; one of them at least guarantees nothing, so together they guarantee nothing";
  }
  const std::string guarantee =
      spent.delta > 0 ? "(" + bound_text(spent.epsilon) + ", " + bound_text(spent.delta) + ")"
                      : bound_text(spent.epsilon);
  return runs + "; published together they are " + guarantee + "-differentially private" +
         neighbours_text(spent);
}

}  // namespace

void FileIdentity::update(std::span<const std::byte> bytes) {
  records_.update(bytes);
  bytes_.update(bytes);
}

FileNames FileIdentity::finish() {
  return {.records = to_hex(records_.finish()), .bytes = to_hex(bytes_.finish())};
}

bool is_counted(const Json& experiment) {
  return has_text(experiment.member("run").member("randomness"), "mode", "secure") &&
         has_text(experiment.member("data"), "kind", "file");
}

std::optional<std::string> odometer_entry(const Json& result) {
  if (!is_counted(result.member("experiment"))) return std::nullopt;
  const Json& total = result.member("privacy").member("total");
  Json entry = Json::object({{"runs", static_cast<Index>(result.member("runs").size())}});
  const Json& neighbours = result.member("privacy").member("statement").member("neighbours");
  const bool is_zeroed = is_zeroed_out(neighbours, "id");
  // Only rho is known to pass from a record that is zeroed out to one that is replaced.
  const bool is_bounded = is_all_rho(total) || (total.member("epsilon").is_number() && !is_zeroed);
  if (is_zeroed) entry.set("neighbours", word_for(Neighbours::zero_out));
  if (!is_bounded) {
    entry.set("bounded", false);
  } else if (is_all_rho(total)) {
    entry.set("rho", total.member("rho"));
    entry.set("delta", number_or_zero(total, "delta"));
  } else {
    entry.set("epsilon", total.member("epsilon"));
    entry.set("delta", number_or_zero(total, "delta"));
  }
  return write_json(entry);
}

std::optional<std::string> estimates_entry(const Json& experiment, const Json& estimates) {
  const Json& rho = estimates.member("privacy").member("rho");
  if (!rho.is_number() || !has_text(experiment.member("data"), "kind", "file")) return std::nullopt;
  return write_json(Json::object({{"runs", 0}, {"estimates", 1}, {"rho", rho}}));
}

std::string odometer_line(std::string_view journal) {
  return "noisy-descent: odometer: " + sentence(read_journal(journal));
}

Json odometer_report(std::span<const Journal> journals) {
  std::vector<Json> files;
  for (const Journal& journal : journals) {
    const Spent spent = read_journal(journal.text);
    files.push_back(Json::object(
        {{"sha256", journal.sha256},
         {"runs", spent.runs},
         {"estimates", spent.estimates},
         {"epsilon", spent.is_bounded ? Json(spent.epsilon) : Json()},
         {"delta", spent.is_bounded ? Json(spent.delta) : Json()},
         {"neighbours",
          word_for(spent.is_for_zeroed ? Neighbours::zero_out : Neighbours::replace_one)},
         {"sentence", sentence(spent)}}));
  }
  return Json::object({{"files", Json::array(std::move(files))}});
}

std::string odometer_folder(std::string_view own, std::string_view state_home,
                            std::string_view home) {
  if (!own.empty()) return std::string(own);
  if (!state_home.empty()) return std::string(state_home) + "/noisy-descent";
  return home.empty() ? "" : std::string(home) + "/.local/state/noisy-descent";
}

}  // namespace noisy::cli
