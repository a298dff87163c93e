#include "engine/cli/record_tables.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "engine/audit/audit_records.h"
#include "engine/audit/neighbour_records.h"
#include "engine/experiment/result/result_records.h"
#include "engine/experiment/session/plan_records.h"
#include "engine/experiment/session/solve_records.h"
#include "engine/experiment/session/survey_records.h"
#include "engine/question/fit/model_records.h"
#include "engine/question/inspect/inspect_records.h"
#include "engine/question/recommend/recommend_records.h"
#include "engine/question/theory/query.h"
#include "engine/question/trial/trial_records.h"
#include "engine/statement/check/check_records.h"

namespace noisy {
namespace {

constexpr std::string_view kSeen[] = {"nobody", "owner", "released", "everyone"};

void set_text(std::string_view key, std::string_view text, Json& out) {
  if (!text.empty()) out.set(key, text);
}

void add_rows(const record::Field& field, std::vector<Json>& fields) {
  if (field.names == record::kSpread) return;
  record::each_name(field.names, [&](std::string_view name) {
    const bool is_optional = name.ends_with('?');
    Json out = Json::object({{"name", name.substr(0, name.size() - (is_optional ? 1 : 0))}});
    if (is_optional) out.set("optional", true);
    set_text("type", field.shape.type, out);
    if (field.shape.inside) out.set("record", field.shape.inside->name);
    if (field.shape.words) out.set("words", Json::texts(field.shape.words()));
    out.set("seen", kSeen[static_cast<std::size_t>(field.seen)]);
    set_text("meaning", field.meaning, out);
    fields.push_back(std::move(out));
  });
}

/// The question about the theory that a record answers; "" for none.
std::string_view question_of(const record::Table& table) {
  for (const TheoryQuery& query : theory_queries()) {
    if (std::ranges::find(query.records, &table) != query.records.end()) return query.name;
  }
  return "";
}

Json table_json(const record::Table& table) {
  Json out = Json::object({{"name", table.name}});
  set_text("meaning", table.meaning, out);
  set_text("query", question_of(table), out);
  if (table.more.base) out.set("base", table.more.base->name);
  set_text("others", table.more.others, out);
  std::vector<Json> fields;
  for (const record::Field& field : table.fields) add_rows(field, fields);
  out.set("fields", Json::array(std::move(fields)));
  return out;
}

void collect_tables(const record::Table* table, std::vector<const record::Table*>& all) {
  if (!table || std::ranges::find(all, table) != all.end()) return;
  all.push_back(table);
  collect_tables(table->more.base, all);
  for (const record::Field& field : table->fields) collect_tables(field.shape.inside, all);
}

constexpr const record::Table* kRoots[] = {
    &record::kResult,     &record::kReport,         &record::kModel,     &record::kAudit,
    &record::kNeighbours, &record::kInspected,      &record::kLandscape, &record::kStatementReport,
    &record::kSolved,     &record::kComparedTables, &record::kTrial,     &record::kRecommendation};

}  // namespace

std::string record_tables() {
  std::vector<const record::Table*> tables;
  for (const record::Table* root : kRoots) collect_tables(root, tables);
  for (const TheoryQuery& query : theory_queries()) {
    for (const record::Table* answer : query.records) collect_tables(answer, tables);
  }
  std::vector<Json> out;
  for (const record::Table* table : tables) out.push_back(table_json(*table));
  return write_json(Json::array(std::move(out)));
}

}  // namespace noisy
