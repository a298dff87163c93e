#pragma once

#include <string>

namespace noisy {

/// The tables of the records that plans, results, reports and answers consist of, as JSON text:
/// {"name", "meaning", "query", "base", "others", "fields"} each, a field being {"name",
/// "optional", "type", "record", "words", "seen", "meaning"}; "query" is the question about the
/// theory that the record answers. The client's types and the schemas of files are made from them.
std::string record_tables();

}  // namespace noisy
